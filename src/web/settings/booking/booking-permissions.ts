import { useSession } from '../../session.ts'

/** Whether the reader writes booking types: their own, or as an administrator those of others too. */
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
