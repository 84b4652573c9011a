import { Link, useRouter } from '@tanstack/react-router'
import { CloudOff, Compass, Construction } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState, Skeleton } from '../ui/query-result.tsx'

/** A page whose code has not come yet. */
export const PendingPage = () => (
  <div className="page">
    <div className="card">
      <Skeleton />
    </div>
  </div>
)

export const NotFoundPage = () => (
  <Page title={t.missing.title}>
    <div className="card">
      <EmptyState
        icon={Compass}
        action={
          <Link to="/" className="button">
            {t.missing.action}
          </Link>
        }
      >
        {t.missing.text}
      </EmptyState>
    </div>
  </Page>
)

/** What could not be shown; without a network its part of the app could not be fetched, and is once there is one again. */
export function ErrorPage() {
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
        <EmptyState
          icon={isOffline ? CloudOff : Construction}
          action={<Button onClick={again}>{isOffline ? t.retry : t.crashed.action}</Button>}
        >
          {isOffline ? t.offline : t.crashed.text}
        </EmptyState>
      </div>
    </Page>
  )
}
