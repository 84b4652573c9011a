import { select } from '#core/database/select'
import type { NoticeSource } from '#core/operation/notices'
import { sessions } from './session.policy.ts'

/** Members whose recovery codes depend on the former key. It must be kept until they create new ones. */
export const outdatedRecoveryCodeNotices: NoticeSource = {
  kind: 'recovery_codes_outdated',
  readable: sessions.own,
  async find(context) {
    const { secrets } = context.services
    if (!secrets.isRotating()) return []
    const members = await context.query<{ memberId: string }>(
      select`distinct member_id as "memberId" from recovery_codes
          where organization_id = ${context.organizationId} and key_id is distinct from ${secrets.keyId()}`,
    )
    return members.map(({ memberId }) => ({ memberId, message, path: '/settings/security', since: null }))
  },
}

const message = {
  de: 'Der Schlüssel der Installation wurde erneuert: Bitte erzeugen Sie neue Wiederherstellungscodes. Die bisherigen gelten bald nicht mehr.',
  en: 'The key of the installation was rotated: please make new recovery codes. Your present ones will soon no longer be valid.',
}
