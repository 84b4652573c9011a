import { Link, useRouterState } from '@tanstack/react-router'
import { MoreHorizontal, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsConnected } from '../graphql/connection-state.ts'
import { t } from '../i18n/locale.ts'
import { useSession } from '../session.ts'
import { Timer } from '../time/timer.tsx'
import { Button } from '../ui/button.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { KontorLogo } from '../ui/logo.tsx'
import { Notice } from '../ui/notice.tsx'
import { Account } from './account.tsx'
import { EndingBanner } from './ending-banner.tsx'
import { useKeyboardShortcuts } from './keyboard-shortcuts.ts'
import { navigationItems, selectBottomBarItems } from './navigation.ts'

const CommandPalette = lazyDialog(() => import('./command-palette.tsx').then((it) => it.CommandPalette))
const Notifications = lazyDialog(
  () => import('../activity/notifications.tsx').then((it) => it.Notifications),
  <span className="bell" />,
)
const KeyboardHelp = lazyDialog(() => import('./keyboard-help.tsx').then((it) => it.KeyboardHelp))
const UnsavedQuestion = lazyDialog(() => import('../ui/discard-prompt.tsx').then((it) => it.DiscardPrompt), null)
const IdentityDialog = lazyDialog(() => import('./identity-dialog.tsx').then((it) => it.IdentityDialog), null)
const PlacesMenu = lazyDialog(() => import('./navigation-menu.tsx').then((it) => it.NavigationMenu))

export function Shell({ children }: { children: ReactNode }) {
  const { organizationName, permissions } = useSession()
  const [opened, open] = useState<'palette' | 'help'>()
  useKeyboardShortcuts(open)
  const close = () => open(undefined)
  const own = navigationItems.filter(({ needs }) => permissions.includes(needs))
  const near = selectBottomBarItems(own)
  const beyond = own.filter(({ to }) => !near.has(to))
  const content = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const seen = useRef(path)
  // Moves the focus after a page change, so that screen readers announce it like a full load.
  useEffect(() => {
    // The page has focused a field already.
    const isLed = document.activeElement?.matches('#content :is(input, textarea, select)')
    if (seen.current !== undefined && path !== seen.current && !isLed) content.current?.focus({ preventScroll: true })
    seen.current = path
  }, [path])
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <header className="side">
        <div className="top">
          <Link to="/" className="brand">
            <KontorLogo />
            <span>{organizationName}</span>
          </Link>
          {permissions.includes('events') && <Notifications />}
        </div>
        {permissions.includes('startTimer') && <Timer />}
        <div className="look-up">
          <Button variant="plain" aria-keyshortcuts="Control+K" onClick={() => open('palette')}>
            <Search size={18} aria-hidden />
            <span>{t.palette.title}</span>
            <kbd aria-hidden>{t.keyboard.control} K</kbd>
          </Button>
        </div>
        <nav className="places" aria-label={t.navigation.label}>
          <ul>
            {own.map(({ to, icon: Icon, name }) => (
              <li key={to} className={near.has(to) ? undefined : 'beyond'}>
                <Link to={to} activeOptions={{ exact: to === '/' }}>
                  <Icon size={18} aria-hidden />
                  <span>{t.navigation[name]}</span>
                </Link>
              </li>
            ))}
            {beyond.length > 0 && <More places={beyond} path={path ?? ''} />}
          </ul>
        </nav>
        <Account onKeyboard={() => open('help')} />
      </header>
      <main id="content" tabIndex={-1} ref={content}>
        <EndingBanner />
        {children}
      </main>
      <Disconnected />
      <UnsavedQuestion />
      <IdentityDialog />
      {opened === 'palette' && <CommandPalette onClose={close} />}
      {opened === 'help' && <KeyboardHelp onClose={close} />}
    </div>
  )
}

/** In ms; shorter interruptions are not shown. */
const blink = 3_000

/** Tells that data may be stale while disconnected. */
const Disconnected = () => {
  const isConnected = useIsConnected()
  const [isSeen, see] = useState(false)
  useEffect(() => {
    if (isConnected) return see(false)
    const timer = setTimeout(() => see(true), blink)
    return () => clearTimeout(timer)
  }, [isConnected])
  return (
    <div role="status" className="disconnected">
      {isSeen && <Notice variant="warn">{t.disconnected}</Notice>}
    </div>
  )
}

/** On a phone, the items that do not fit in the bottom bar. */
const More = ({ places: beyond, path }: { places: typeof navigationItems; path: string }) => {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, open] = useState(false)
  const current = beyond.find(({ to }) => path === to || path.startsWith(`${to}/`))
  return (
    <li className="more">
      <button
        type="button"
        className="button plain"
        ref={button}
        data-current={current && true}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => open(true)}
      >
        <MoreHorizontal size={18} aria-hidden />
        <span>{t.navigation.more}</span>
        {current && <span className="unseen">: {t.navigation[current.name]}</span>}
      </button>
      {isOpen && <PlacesMenu places={beyond} button={button} onClose={() => open(false)} />}
    </li>
  )
}
