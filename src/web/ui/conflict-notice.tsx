import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'
import { firstFormField, preserveFocus } from './focus.ts'
import { Notice } from './notice.tsx'

interface ChoiceNoticeProps {
  text: string
  /** The first is primary. Without a handler the button is disabled. */
  choices: readonly [name: string, go: (() => void) | undefined][]
}

/** Tells that somebody else changed what is being edited, and offers how to proceed. The input stays. */
export const ChoiceNotice = ({ text, choices }: ChoiceNoticeProps) => (
  <Notice variant="warn">
    <p>{text}</p>
    <div className="actions">
      {choices.map(([name, go], index) => (
        <Button
          key={name}
          variant={index === 0 ? 'small' : ['small', 'plain']}
          onClick={
            go &&
            (() => {
              // The button disappears with the notice.
              preserveFocus(firstFormField)
              go()
            })
          }
        >
          {name}
        </Button>
      ))}
    </div>
  </Notice>
)

interface ConflictNoticeProps {
  text: string
  onReload: (() => void) | undefined
  onKeep: () => void
}

/** Offers to load the current version or to keep the input. */
export const ConflictNotice = ({ text, onReload, onKeep }: ConflictNoticeProps) => (
  <ChoiceNotice
    text={text}
    choices={[
      [t.reload, onReload],
      [t.elsewhere.keep, onKeep],
    ]}
  />
)
