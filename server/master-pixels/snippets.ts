import type { Snippet, SnippetKind } from '#contract/master-pixels/schemas.ts';

export type Installed = {
  key: string;
  eventName: string;
  consentMode: string;
  currency: string;
  /** Where shops reach this installation, without a slash at its end. */
  publicUrl: string;
};

/** The script element that loads a pixel into a page. */
export function scriptTag({
  key,
  consentMode,
  publicUrl,
}: Pick<Installed, 'key' | 'consentMode' | 'publicUrl'>): string {
  const consent = consentMode === 'assumed' ? '' : ` data-consent="${consentMode}"`;
  return `<script async src="${publicUrl}/t/px.js" data-key="${key}"${consent}></script>`;
}

const stub = '<script>window.mp=window.mp||function(){(mp.q=mp.q||[]).push(arguments)}</script>';

/** The snippets to paste, in the order of the steps. */
export function snippetsFor(kind: SnippetKind, pixel: Installed): Snippet {
  return { html: inPages, gtm: byTagManager, shopify: inShopify, s2s: fromServers }[kind](pixel);
}

const consentNote = (
  { consentMode }: Installed,
  decide = "mp('consent', 'granted') or mp('consent', 'denied')",
): string => (consentMode === 'assumed' ? '' : ` Once the visitor has decided, call ${decide}.`);

const moneyOf = ({ currency }: Installed) => `value: 86.5, currency: '${currency}'`;

const inPages = (pixel: Installed): Snippet => [
  {
    title: 'On every page',
    language: 'html',
    code: `${stub}\n${scriptTag(pixel)}`,
    note: `Put it into the <head> of every page, once. A content security policy needs ${pixel.publicUrl} in script-src and connect-src.${consentNote(pixel)}`,
  },
  {
    title: `Where ${pixel.eventName} happens`,
    language: 'html',
    code: `<script>
  mp('track', '${pixel.eventName}', { order_id: '5521', ${moneyOf(pixel)} });
</script>`,
    note: 'Put the real order in. With the order id the event counts once, also when a server reports it too.',
  },
  {
    title: 'For pages without script',
    language: 'html',
    code: `<noscript><img src="${pixel.publicUrl}/t/p.gif?k=${pixel.key}" width="1" height="1" alt=""></noscript>`,
    note: 'Optional, at the end of the <body>. It counts visits from browsers that run no script.',
  },
];

const byTagManager = (pixel: Installed): Snippet => {
  const { publicUrl, key, consentMode } = pixel;
  const consent = consentMode === 'assumed' ? '' : `&consent=${consentMode}`;
  return [
    {
      title: 'A tag for all pages',
      language: 'html',
      code: `${stub}\n<script async src="${publicUrl}/t/px.js?key=${key}${consent}"></script>`,
      note: `New tag, Custom HTML, with the trigger “All Pages”. The key stands in the address, because tag managers drop attributes.${consentNote(pixel)}`,
    },
    {
      title: `A tag for ${pixel.eventName}`,
      language: 'html',
      code: `<script>
  mp('track', '${pixel.eventName}', {
    order_id: {{Order ID}},
    value: {{Order value}},
    currency: {{Currency}}
  });
</script>`,
      note: 'New tag, Custom HTML, with the trigger of the event. Put your own variables in, and let the first tag fire before it (tag sequencing).',
    },
  ];
};

const inShopify = (pixel: Installed): Snippet => [
  {
    title: 'In the theme',
    language: 'html',
    code: `${stub}\n${scriptTag(pixel)}`,
    note: `Online Store, Themes, Edit code, layout/theme.liquid: before </head>. It counts visits and clicks.${consentNote(pixel)}`,
  },
  {
    title: 'In the checkout',
    language: 'javascript',
    code: `analytics.subscribe('checkout_completed', async ({ id, data, context }) => {
  const { checkout } = data;
  const kept = async (name) => decodeURIComponent((await browser.cookie.get(name)) || '');
  const agreed = init.customerPrivacy.marketingAllowed;
  const known = agreed ? JSON.parse((await kept('_mp_${pixel.key}')) || '{}') : {};
  await fetch('${pixel.publicUrl}/t/e', {
    method: 'POST',
    keepalive: true,
    body: JSON.stringify({
      key: '${pixel.key}',
      consent: agreed ? 'granted' : 'denied',
      events: [{
        event_name: '${pixel.eventName}',
        event_id: String((checkout.order && checkout.order.id) || id),
        order_id: checkout.order ? String(checkout.order.id) : undefined,
        value: checkout.totalPrice && checkout.totalPrice.amount,
        currency: checkout.currencyCode,
        visitor_id: (agreed && (await kept('_mp_id'))) || undefined,
        click_id: known.touch && known.touch.click_id,
        ...(known.touch && known.touch.fields),
        url: context.document.location.origin,
      }],
    }),
  });
});`,
    note: 'Settings, Customer events, Add custom pixel. Choose “Not required” as its permission: the code itself asks what the customer agreed to.',
  },
];

const fromServers = ({ publicUrl, eventName, currency }: Installed): Snippet => {
  const address = `${publicUrl}/api/v1/collect/server/`;
  const where =
    'Replace YOUR_COLLECT_KEY with the collect key of the project; never put it into a page.';
  return [
    {
      title: 'curl',
      language: 'bash',
      code: `curl '${address}' \\
  -H 'Authorization: Token YOUR_COLLECT_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"events":[{"event_name":"${eventName}","order_id":"5521","value":"86.50","currency":"${currency}","visitor_id":"THE_COOKIE__mp_id"}]}'`,
      note: `${where} With the order id a page's report of the same order is the same conversion; visitor_id (the cookie _mp_id) or click_id leads to the click that earned it.`,
    },
    {
      title: 'Node',
      language: 'javascript',
      code: `const answer = await fetch('${address}', {
  method: 'POST',
  headers: {
    authorization: \`Token \${process.env.COLLECT_KEY}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    events: [{
      event_name: '${eventName}',
      order_id: order.id,
      value: order.total,
      currency: '${currency}',
      visitor_id: request.cookies._mp_id,
    }],
  }),
});
if (!answer.ok) throw new Error(\`The order was not reported: \${answer.status}\`);`,
      note: 'Set COLLECT_KEY to the collect key of the project. Send it again when it fails: the same order counts once.',
    },
    {
      title: 'PHP',
      language: 'php',
      code: `$request = curl_init('${address}');
curl_setopt_array($request, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 10,
    CURLOPT_HTTPHEADER => [
        'Authorization: Token ' . getenv('COLLECT_KEY'),
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode(['events' => [[
        'event_name' => '${eventName}',
        'order_id' => $order->id,
        'value' => $order->total,
        'currency' => '${currency}',
        'visitor_id' => $_COOKIE['_mp_id'] ?? null,
    ]]]),
]);
curl_exec($request);
if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) !== 202) {
    error_log('The order was not reported.');
}`,
      note: 'Set COLLECT_KEY to the collect key of the project. Send it again when it fails: the same order counts once.',
    },
  ];
};
