import { createContext, useContext } from 'react'
import type { CurrentSessionQuery } from '#schema/web/graphql'

/** The signed-in member, their organization and permissions. */
export type Session = NonNullable<CurrentSessionQuery['currentSession']>

interface SessionState {
  session: Session
  /** Applies the reader's change to their own profile. */
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

/** Returns a function that tells whether the reader may run a query or mutation, by its name. */
export const useMay = () => {
  const { permissions } = useSession()
  return (operation: string) => permissions.includes(operation)
}
