import { benchmarkApi } from './api.ts'
import { benchmarkBoard } from './board.ts'
import { benchmarkExport } from './export.ts'
import { benchmarkFairness } from './fairness.ts'
import { benchmarkGrowth } from './growth.ts'
import { benchmarkHistory } from './history.ts'
import { benchmarkInstallation } from './installation.ts'
import { benchmarkScale } from './scale.ts'
import { benchmarkSend } from './send.ts'
import { benchmarkSlots } from './slots.ts'
import { benchmarkSoak } from './soak.ts'
import { benchmarkSubscriptions } from './subscriptions.ts'
import { benchmarkWeb } from './web.ts'
import { benchmarkDay } from './web-day.ts'
import { benchmarkLists } from './web-lists.ts'
import { benchmarkWebhooks } from './webhooks.ts'

/** What can be measured, by name. */
export const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  api: benchmarkApi,
  board: benchmarkBoard,
  send: benchmarkSend,
  slots: benchmarkSlots,
  soak: benchmarkSoak,
  growth: benchmarkGrowth,
  history: benchmarkHistory,
  scale: benchmarkScale,
  fairness: benchmarkFairness,
  installation: benchmarkInstallation,
  webhooks: benchmarkWebhooks,
  subscriptions: benchmarkSubscriptions,
  web: benchmarkWeb,
  day: benchmarkDay,
  lists: benchmarkLists,
  export: benchmarkExport,
}
