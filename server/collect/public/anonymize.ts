import type { Delivery } from '../accept.ts';

/** Takes away what was needed to tell bots and devices, and what leads back to one person. */
export function withoutTraces({ deliveryId, accepted }: Delivery): Delivery {
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
