import { createContext, useContext } from 'react'
import type { CurrentSessionQuery } from '#schema/web/graphql'

/** Who has signed in, where, and what they may. */
export type Session = NonNullable<CurrentSessionQuery['currentSession']>

interface SessionState {
  session: Session
  /** Shows the reader as they have just changed themselves. */
  updateMember: (member: Partial<Session['member']>) => void
}

export const SessionContext = createContext<SessionState | null>(null)

function useSessionState(): SessionState {
  const known = useContext(SessionContext)
  if (!known) throw new Error('Nobody has signed in.')
  return known
}

export const useSession = (): Session => useSessionState().session

export const useUpdateSessionMember = () => useSessionState().updateMember

/** Whether whoever has signed in may do this: the name of a query or mutation. */
export const useMay = () => {
  const { permissions } = useSession()
  return (operation: string) => permissions.includes(operation)
}
