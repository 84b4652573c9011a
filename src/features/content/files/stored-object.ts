import type { Pool } from 'pg'
import type { JobKind } from '#core/jobs/jobs'
import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'

/** Where the bytes of a file lie. */
export const objectKey = (organizationId: string, fileId: string) => `files/${organizationId}/${fileId}`

interface Whose {
  organizationId: string
  fileId: string
}

const kind = 'remove-object'

/**
 * Has the object of a file removed unless the file exists by then: after its deletion at once, before its upload later
 * than any upload lasts, so that whatever crashes leaves no bytes behind.
 */
export const removeUnlessKept = (context: Context, fileId: string, afterSeconds = 0) =>
  context.enqueue<Whose>(kind, { organizationId: context.organizationId, fileId }, afterSeconds)

/** The job that does it. */
export const removeObjectJob = (services: () => Pick<Services, 'storage'>, system: Pool): JobKind<Whose> => ({
  name: kind,
  async run({ organizationId, fileId }) {
    const { rows } = await system.query('select from files where organization_id = $1 and id = $2', [
      organizationId,
      fileId,
    ])
    if (!rows.length) await services().storage.delete(objectKey(organizationId, fileId))
  },
})
