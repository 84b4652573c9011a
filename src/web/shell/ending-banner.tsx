import { Link } from '@tanstack/react-router'
import { formatDate } from '../i18n/format.ts'
import { useSession } from '../session.ts'
import { messages } from '../settings/export/ending.messages.ts'
import { Notice } from '../ui/notice.tsx'

/** Tells owners on every page that their organization is being ended, or has ended. */
export function EndingBanner() {
  const { organizationEndsOn: endsOn, organizationHasEnded: hasEnded, permissions } = useSession()
  if (!endsOn || !permissions.includes('organizationEnding')) return null
  return (
    <Notice variant="warn">
      {(hasEnded ? messages.ended : messages.ends)(formatDate(endsOn))}{' '}
      <Link to="/settings/export">{messages.more}</Link>
    </Notice>
  )
}
