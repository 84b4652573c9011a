import { threadModule } from '#core/threads/threads'
import { loadLogo } from '#features/content/files/logo'
import { computeSha256, type RenderedDocument } from '../issuing/archive.ts'
import type { RenderContext } from '../issuing/issue-document.ts'
import type { ReminderDocument } from './document/reminder.document.ts'

const renderer = threadModule<typeof import('./document/render.ts')>(import.meta.url, './document/render')

/** Renders the PDF in a worker thread. */
export async function renderReminderDocument(
  { logoFileId, ...document }: ReminderDocument & { logoFileId: string | null },
  { organizationId, services }: RenderContext,
): Promise<RenderedDocument> {
  const logo = await loadLogo({ organizationId, services }, { logoFileId })
  const { pdf } = await services.threads.run(organizationId, renderer, 'renderReminder', { ...document, logo })
  return { pdf, xml: null, ...(logo && { partHashes: { logo: computeSha256(logo) } }) }
}
