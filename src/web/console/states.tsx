import { Link, useRouter } from '@tanstack/react-router'
import { CloudOff, Compass, Construction } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Blank, Bones } from '../ui/states.tsx'

/** A page whose code has not come yet. */
export const Pending = () => (
  <div className="page">
    <div className="card">
      <Bones />
    </div>
  </div>
)

export const Missing = () => (
  <Page title={t.missing.title}>
    <div className="card">
      <Blank
        icon={Compass}
        action={
          <Link to="/" className="button">
            {t.missing.action}
          </Link>
        }
      >
        {t.missing.text}
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
    <Page title={isOffline ? t.failed : t.crashed.title}>
      <div className="card">
        <Blank
          icon={isOffline ? CloudOff : Construction}
          action={<Button onClick={again}>{isOffline ? t.retry : t.crashed.action}</Button>}
        >
          {isOffline ? t.offline : t.crashed.text}
        </Blank>
      </div>
    </Page>
  )
}
