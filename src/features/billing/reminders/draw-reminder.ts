import { threadModule } from '#core/threads/threads'
import { loadLogo } from '#features/content/files/logo'
import { type Drawn, sha256Of } from '../issuing/archive.ts'
import type { Outside } from '../issuing/issue.ts'
import type { ReminderDocument } from './document/reminder.document.ts'

const renderer = threadModule<typeof import('./document/render.ts')>(import.meta.url, './document/render')

/** A reminder as PDF, drawn in a thread with the logo that it names. */
export async function drawReminder(
  { logoFileId, ...document }: ReminderDocument & { logoFileId: string | null },
  { organizationId, services }: Outside,
): Promise<Drawn> {
  const logo = await loadLogo({ organizationId, services }, { logoFileId })
  const { pdf } = await services.threads.run(organizationId, renderer, 'renderReminder', { ...document, logo })
  return { pdf, xml: null, ...(logo && { parts: { logo: sha256Of(logo) } }) }
}
