import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'
import { firstFormField, preserveFocus } from './focus.ts'
import { Notice } from './notice.tsx'

interface ChoiceNoticeProps {
  text: string
  /** What is offered first and second, by what it is called; absent while it cannot be done. */
  choices: readonly [name: string, go: (() => void) | undefined][]
}

/** Somebody else has done something to what is being written here: it stays, until one chooses how to go on in the form. */
export const ChoiceNotice = ({ text, choices }: ChoiceNoticeProps) => (
  <Notice look="warn">
    <p>{text}</p>
    <div className="actions">
      {choices.map(([name, go], index) => (
        <Button
          key={name}
          variant={index === 0 ? 'small' : ['small', 'plain']}
          onClick={
            go &&
            (() => {
              // The button goes with what it says.
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

/** It was changed: one wants it as it is now, or what is typed over that. */
export const ConflictNotice = ({ text, onReload, onKeep }: ConflictNoticeProps) => (
  <ChoiceNotice
    text={text}
    choices={[
      [t.reload, onReload],
      [t.elsewhere.keep, onKeep],
    ]}
  />
)
