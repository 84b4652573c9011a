import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { SignOutDocument } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { confirmDiscard } from '../ui/unsaved-changes.ts'

const AccountMenu = lazyDialog(() => import('./account-menu.tsx').then((it) => it.AccountMenu))

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map(([first = '']) => first)
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase()

export function Account({ onKeyboard }: { onKeyboard: () => void }) {
  const { member } = useSession()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, open] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [signOut] = useMutation(SignOutDocument)
  const leave = async () => {
    if (!(await confirmDiscard())) return
    const { data, problem } = await signOut({})
    if (data) {
      sessionStorage.clear()
      location.assign('/app')
    } else setRefusal(problem.message)
  }
  return (
    <>
      <Dialog title={t.failed} isOpen={refusal !== undefined} onClose={() => setRefusal(undefined)}>
        <p>{refusal}</p>
        <div className="actions">
          <Button autoFocus onClick={() => setRefusal(undefined)}>
            {t.close}
          </Button>
        </div>
      </Dialog>
      <button
        type="button"
        className="button plain account"
        ref={button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => open(true)}
      >
        <span className="initials" aria-hidden>
          {initialsOf(member.name)}
        </span>
        <span className="name">
          <span className="unseen">{t.account.label}: </span>
          {member.name}
        </span>
        <ChevronDown size={16} aria-hidden />
      </button>
      {isOpen && (
        <AccountMenu
          button={button}
          onKeyboard={onKeyboard}
          onLeave={leave}
          onRefused={setRefusal}
          onClose={() => open(false)}
        />
      )}
    </>
  )
}
