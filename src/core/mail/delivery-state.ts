import { registerEnumType } from 'type-graphql'

export enum DeliveryState {
  none = 'none',
  queued = 'queued',
  sent = 'sent',
  failed = 'failed',
  bounced = 'bounced',
}
registerEnumType(DeliveryState, {
  name: 'DeliveryState',
  description:
    'What became of a mail: `none` was mailed; `queued`, it waits, or is tried again for those that a mail server refused for now; `sent`, a mail server has taken it for every recipient; `failed`, it was refused or given up for at least one of them; `bounced`, it came back. `reason` names those who do not have it.',
})
