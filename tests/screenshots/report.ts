import type { ShotResult } from './shot-result.ts';
import { themes, titleOf, widths } from './shots.ts';

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

const picture = (name: string, address: string | null) =>
  `<figure><figcaption>${name}</figcaption>${
    address
      ? `<a href="${address}"><img loading="lazy" alt="" src="${address}"></a>`
      : '<p>none</p>'
  }</figure>`;

const article = ({ shot, kind, count, before, after, difference }: ShotResult) =>
  `<article data-screen="${escaped(shot.screen)}" data-theme="${shot.theme}" data-width="${
    shot.width
  }" data-kind="${kind}"><h2>${escaped(titleOf(shot))} <small>${kind}${
    count ? `, ${count} pixels` : ''
  }</small></h2><div>${picture('before', before)}${picture('after', after)}${picture(
    'difference',
    difference,
  )}</div></article>`;

const select = (name: string, values: readonly (string | number)[]) =>
  `<label>${name} <select data-by="${name}"><option value="">all</option>${values
    .map((value) => `<option>${escaped(String(value))}</option>`)
    .join('')}</select></label>`;

const style = `body{font:14px/1.4 system-ui;margin:0;background:#f4f4f6;color:#222}
header{position:sticky;top:0;display:flex;flex-wrap:wrap;gap:16px;padding:12px 24px;background:#fff;border-bottom:1px solid #ddd}
article{margin:24px;padding:16px;background:#fff;border:1px solid #ddd;border-radius:8px}
h1,h2{font-size:16px;margin:0 0 8px}small{font-weight:400;color:#666}
article div{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:16px}
figure{margin:0}img{max-width:100%;border:1px solid #ddd}[hidden]{display:none}`;

const script = `const selects=[...document.querySelectorAll('select')];
const articles=[...document.querySelectorAll('article')];
function filter(){for(const one of articles)one.hidden=selects.some(({value,dataset})=>value&&one.dataset[dataset.by]!==value);
document.getElementById('shown').textContent=articles.filter(({hidden})=>!hidden).length+' of '+articles.length;}
for(const one of selects)one.addEventListener('change',filter);filter();`;

/** One page with every picture, changed ones first; its addresses are relative to its folder. */
export function reportOf(results: readonly ShotResult[]): string {
  const order = ['changed', 'gone', 'new', 'same'];
  const sorted = results.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const screens = [...new Set(results.map(({ shot }) => shot.screen))].toSorted();
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${style}</style>
<header><h1>Screens</h1>${select('screen', screens)}${select('theme', themes)}${select(
    'width',
    widths,
  )}${select('kind', order)}<span id="shown"></span></header>
${sorted.map(article).join('\n')}
<script>${script}</script></html>
`;
}
