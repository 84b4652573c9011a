import type { Pool } from 'pg'
import type { Permission } from '#core/access/policy'
import type { Bilingual } from '#core/text/language'
import type { Clock } from '#core/time/clock'
import type { Config } from '../../config.ts'
import type { Context } from './context.ts'

/** An open issue that somebody must know; it disappears with its cause. Mails contain it, so it has no names or addresses. */
export interface Notice {
  message: Bilingual
  /** Shown in the app only: may contain addresses and responses of servers. */
  detail?: Bilingual
  /** Path below `/app`. */
  path: string
  /** Null if unknown. */
  since: Date | null
}

export interface NoticeSource {
  kind: string
  /** Recipients; a notice about a member also reaches that member. */
  readable: Permission
  find(context: Context): Promise<(Notice & { memberId?: string })[]>
}

export interface InstallationEnvironment {
  config: Config
  clock: Clock
  /** Connects as the database owner, across organizations. */
  system: Pool
}

export interface InstallationNoticeSource {
  kind: string
  find(parts: InstallationEnvironment): Promise<Notice[]>
}

export interface InstallationNotices {
  /** Its owners operate the installation: the oldest organization, null if there is none. */
  organizationId: string | null
  notices: (Notice & { kind: string })[]
}

/** Installation notices are cached for five minutes. */
export interface Notices {
  sources: readonly NoticeSource[]
  readInstallation(): Promise<InstallationNotices>
}

declare module './services.ts' {
  interface Services {
    notices: Notices
  }
}

/** Milliseconds. Cached because checking may read object storage, and each page of the app shows notices. */
const keptMs = 300_000

export function createNotices(
  sources: readonly NoticeSource[],
  ofInstallation: readonly InstallationNoticeSource[],
  parts: InstallationEnvironment,
  onError: (error: unknown) => void,
): Notices {
  const read = async (): Promise<InstallationNotices> => {
    const { rows } = await parts.system.query<{ id: string }>(
      // An imported organization counts from its import, as it keeps its original creation date.
      `select o.id from organizations o left join lateral (
         select max(a.created_at) as at from audit_entries a
         where a.organization_id = o.id and a.resource_id = o.id and a.action = 'organization.imported'
       ) imported on true order by coalesce(imported.at, o.created_at), o.id limit 1`,
    )
    const found = ofInstallation.map(async ({ kind, find }) => {
      // A failing source must not hide the others.
      const notices = await find(parts).catch((error) => {
        onError(error)
        return []
      })
      return notices.map((notice) => ({ ...notice, kind }))
    })
    return { organizationId: rows[0]?.id ?? null, notices: (await Promise.all(found)).flat() }
  }
  let known: { at: number; notices: Promise<InstallationNotices> } | undefined
  return {
    sources,
    readInstallation() {
      if (known && performance.now() - known.at < keptMs) return known.notices
      const begun = { at: performance.now(), notices: read() }
      known = begun
      begun.notices.catch(() => {
        if (known === begun) known = undefined
      })
      return begun.notices
    },
  }
}

export const noticeJobName = 'notices'

export interface NoticeJobData {
  /** All organizations if undefined. */
  organizationId?: string
}

/** Mails urgent notices at once to members who were not mailed today. */
export const enqueueNoticeMails = (context: Context): Promise<void> =>
  context.enqueue<NoticeJobData>(noticeJobName, { organizationId: context.organizationId })
