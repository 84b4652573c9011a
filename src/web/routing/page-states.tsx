import { Link, useRouter } from '@tanstack/react-router'
import { CloudOff, Compass, Construction } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState, Skeleton } from '../ui/query-result.tsx'

/** Shown while a page's code loads. */
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

/** Shown if rendering failed. Offline the page's code could not be loaded: it is retried once online. */
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
