import type { Pool } from 'pg'
import type { Permission } from '#core/access/policy'
import type { Bilingual } from '#core/text/language'
import type { Clock } from '#core/time/clock'
import type { Config } from '../../config.ts'
import type { Context } from './context.ts'

/** Something that is open and that somebody has to know. It is gone once its cause is. Mails contain it: no names, no addresses. */
export interface Notice {
  message: Bilingual
  /** What the app alone shows: addresses, and what a server answered. */
  detail?: Bilingual
  /** Where it is handled, below `/app`. */
  path: string
  /** Null where nothing says when it began. */
  since: Date | null
}

/** Notices of one kind, as a feature declares them: found anew each time. */
export interface NoticeSource {
  kind: string
  /** Who is told; the member whom it is about where a notice names one. */
  readable: Permission
  find(context: Context): Promise<(Notice & { memberId?: string })[]>
}

/** What the notices of an installation are found with. */
export interface InstallationEnvironment {
  config: Config
  clock: Clock
  /** Works as the owner of the database, over all organizations. */
  system: Pool
}

/** The same about the installation. */
export interface InstallationNoticeSource {
  kind: string
  find(parts: InstallationEnvironment): Promise<Notice[]>
}

export interface InstallationNotices {
  /** The organization whose owners run the installation: the one that has been here longest. Null while there is none. */
  organizationId: string | null
  notices: (Notice & { kind: string })[]
}

/** All that can be a notice, and those of the installation as of five minutes ago at most. */
export interface Notices {
  sources: readonly NoticeSource[]
  readInstallation(): Promise<InstallationNotices>
}

declare module './services.ts' {
  interface Services {
    notices: Notices
  }
}

/** Milliseconds: a backup may lie in object storage, and each page of the app shows notices. */
const keptMs = 300_000

export function createNotices(
  sources: readonly NoticeSource[],
  ofInstallation: readonly InstallationNoticeSource[],
  parts: InstallationEnvironment,
  onError: (error: unknown) => void,
): Notices {
  const read = async (): Promise<InstallationNotices> => {
    const { rows } = await parts.system.query<{ id: string }>(
      // The one that has been here longest: an imported organization brings the day of its foundation elsewhere.
      `select o.id from organizations o left join lateral (
         select max(a.created_at) as at from audit_entries a
         where a.organization_id = o.id and a.resource_id = o.id and a.action = 'organization.imported'
       ) imported on true order by coalesce(imported.at, o.created_at), o.id limit 1`,
    )
    const found = ofInstallation.map(async ({ kind, find }) => {
      // A source that fails, such as a bucket that does not answer, hides none of the others.
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

/** The queue of the job that mails notices. */
export const noticeJobName = 'notices'

export interface NoticeJobData {
  /** All organizations where none is named, as by the clock. */
  organizationId?: string
}

/** Mails the notices of the organization at once to those who were not mailed today: for what should not wait for the morning. */
export const enqueueNoticeMails = (context: Context): Promise<void> =>
  context.enqueue<NoticeJobData>(noticeJobName, { organizationId: context.organizationId })
