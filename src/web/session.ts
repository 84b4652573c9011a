import { createContext, useContext } from 'react'
import type { CurrentSessionQuery } from '../../schema/web/graphql.ts'

/** Who has signed in, where, and what they may. */
export type Session = NonNullable<CurrentSessionQuery['currentSession']>

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('Nobody has signed in.')
  return session
}

/** Whether whoever has signed in may do this: the name of a query or mutation. */
export const useMay = () => {
  const { permissions } = useSession()
  return (operation: string) => permissions.includes(operation)
}
