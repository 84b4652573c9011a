import { useSession } from '../../session.ts'

/** Whether the user may edit booking types. Administrators may edit those of others. */
export function useBookingPermissions() {
  const { permissions, member } = useSession()
  const mayWrite = permissions.includes('createEventType')
  const mayWriteOfOthers = member.role === 'owner' || member.role === 'admin'
  return {
    mayWrite,
    mayWriteOfOthers,
    mayWriteOf: ({ userId }: { userId: string }) => mayWrite && (mayWriteOfOthers || userId === member.id),
  }
}
