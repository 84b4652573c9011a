import { Link } from '@tanstack/react-router'
import { CloudOff, Compass, Construction } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Blank } from '../ui/states.tsx'
import { words } from '../words/words.ts'

export const Missing = () => (
  <Blank
    icon={Compass}
    title={words.missing.title}
    action={
      <Link to="/" className="button">
        {words.missing.action}
      </Link>
    }
  >
    {words.missing.text}
  </Blank>
)

/** What could not be shown; without a network its part of the app could not be fetched, and is once there is one again. */
export function Crashed() {
  const reload = () => location.reload()
  const [isOffline] = useState(!navigator.onLine)
  useEffect(() => {
    if (!isOffline) return
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [isOffline])
  return (
    <Blank
      icon={isOffline ? CloudOff : Construction}
      title={isOffline ? words.failed : words.crashed.title}
      action={<Button onClick={reload}>{isOffline ? words.retry : words.crashed.action}</Button>}
    >
      {isOffline ? words.offline : words.crashed.text}
    </Blank>
  )
}
