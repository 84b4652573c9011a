import { Link, useRouter } from '@tanstack/react-router'
import { CloudOff, Compass, Construction } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Blank, Bones } from '../ui/states.tsx'
import { words } from '../words/words.ts'

/** A page whose code has not come yet. */
export const Pending = () => (
  <div className="page">
    <div className="card">
      <Bones />
    </div>
  </div>
)

export const Missing = () => (
  <Page title={words.missing.title}>
    <div className="card">
      <Blank
        icon={Compass}
        action={
          <Link to="/" className="button">
            {words.missing.action}
          </Link>
        }
      >
        {words.missing.text}
      </Blank>
    </div>
  </Page>
)

/** What could not be shown; without a network its part of the app could not be fetched, and is once there is one again. */
export function Crashed() {
  const router = useRouter()
  const [isOffline] = useState(!navigator.onLine)
  const again = () => (isOffline ? router.invalidate() : location.reload())
  useEffect(() => {
    if (!isOffline) return
    const onward = () => void router.invalidate()
    addEventListener('online', onward)
    return () => removeEventListener('online', onward)
  }, [isOffline, router])
  return (
    <Page title={isOffline ? words.failed : words.crashed.title}>
      <div className="card">
        <Blank
          icon={isOffline ? CloudOff : Construction}
          action={<Button onClick={again}>{isOffline ? words.retry : words.crashed.action}</Button>}
        >
          {isOffline ? words.offline : words.crashed.text}
        </Blank>
      </div>
    </Page>
  )
}
