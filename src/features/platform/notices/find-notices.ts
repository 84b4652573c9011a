import { type Reader, Role } from '#core/access/policy'
import type { Context } from '#core/operation/context'
import type { Notice as FoundNotice, InstallationNotices } from '#core/operation/notices'

export interface AddressedNotice extends FoundNotice {
  kind: string
  isFor(reader: Reader): boolean
}

/** Open notices of an organization for one reader or all members, including the installation's if the owners run it. */
export async function findNotices(
  context: Context,
  { organizationId, notices }: InstallationNotices,
  reader?: Reader,
): Promise<AddressedNotice[]> {
  const isOwner = ({ role }: Reader) => role === Role.owner
  const ofInstallation =
    organizationId === context.organizationId ? notices.map((notice) => ({ ...notice, isFor: isOwner })) : []
  const sources = context.services.notices.sources.filter(({ readable }) => !reader || readable.has(reader.role))
  const ofOrganization = await Promise.all(
    sources.map(async ({ kind, readable, find }) =>
      (await find(context)).map(({ memberId, ...notice }) => ({
        ...notice,
        kind,
        isFor: ({ id, role }: Reader) => (memberId ? id === memberId : readable.has(role)),
      })),
    ),
  )
  return [...ofInstallation, ...ofOrganization.flat()].filter(({ isFor }) => !reader || isFor(reader))
}

export const createAppUrl = ({ services }: Pick<Context, 'services'>, path: string) =>
  `${services.publicUrl}/app${path}`
