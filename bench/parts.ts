import { api } from './api.ts'
import { board } from './board.ts'
import { exportBooks } from './export.ts'
import { fairness } from './fairness.ts'
import { growth } from './growth.ts'
import { history } from './history.ts'
import { installation } from './installation.ts'
import { scale } from './scale.ts'
import { send } from './send.ts'
import { slots } from './slots.ts'
import { soak } from './soak.ts'
import { subscriptions } from './subscriptions.ts'
import { web } from './web.ts'
import { day } from './web-day.ts'
import { lists } from './web-lists.ts'
import { webhooks } from './webhooks.ts'

/** What can be measured, by name. */
export const parts: Readonly<Record<string, () => Promise<void>>> = {
  api,
  board,
  send,
  slots,
  soak,
  growth,
  history,
  scale,
  fairness,
  installation,
  webhooks,
  subscriptions,
  web,
  day,
  lists,
  export: exportBooks,
}
