import type { Delivery } from '../accept-events.ts';

/** Removes fields that were only needed to detect bots and devices or that identify a person. */
export function anonymized({ deliveryId, accepted }: Delivery): Delivery {
  if (accepted.kind === 'cost') return { deliveryId, accepted };
  const event = {
    ...accepted.event,
    client_ip: '',
    user_agent: '',
    visitor_id: '',
    user_id: '',
    click_id: '',
    affsub: '',
    platform_click_ids: {},
  };
  return { deliveryId, accepted: { ...accepted, event } };
}
