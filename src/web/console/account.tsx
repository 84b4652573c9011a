import { Check, ChevronDown, Keyboard, LogOut } from 'lucide-react'
import { useState } from 'react'
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  type Selection,
  Separator,
} from 'react-aria-components'
import { ChooseLanguageDocument, SignOutDocument } from '../../../schema/web/graphql.ts'
import { chooseLanguage, chooseTheme, type Theme, themeNow } from '../choices.ts'
import { useMutation } from '../graphql/client.ts'
import { useSession } from '../session.ts'
import { Button as Plain } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type Language, language, words } from '../words/words.ts'

const [themes, languages]: [Theme[], Language[]] = [
  ['system', 'light', 'dark'],
  ['de', 'en'],
]

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map(([first = '']) => first)
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase()

const onlyOne = (selection: Selection) => (selection === 'all' ? undefined : [...selection][0])

/** Who has signed in, how they want it to look, and the way out. */
export function Account({ onKeyboard }: { onKeyboard: () => void }) {
  const { member } = useSession()
  const [theme, setTheme] = useState(themeNow)
  const [setLanguage] = useMutation(ChooseLanguageDocument)
  const [refusal, setRefusal] = useState<string>()
  const [signOut] = useMutation(SignOutDocument)
  const leave = async () => {
    const { data, problem } = await signOut({})
    if (data) location.assign('/app')
    else setRefusal(problem.message)
  }
  const look = (selection: Selection) => {
    const chosen = onlyOne(selection) as Theme | undefined
    if (!chosen) return
    chooseTheme(chosen)
    setTheme(chosen)
  }
  const speak = async (selection: Selection) => {
    const chosen = onlyOne(selection) as Language | undefined
    if (!chosen || chosen === language) return
    const { problem } = await setLanguage({ id: member.id, language: chosen })
    if (problem) return setRefusal(problem.message)
    chooseLanguage(chosen)
    location.reload()
  }
  const { account } = words
  return (
    <>
      <Dialog title={words.failed} isOpen={refusal !== undefined} onClose={() => setRefusal(undefined)}>
        <p>{refusal}</p>
        <div className="actions">
          <Plain autoFocus onClick={() => setRefusal(undefined)}>
            {words.close}
          </Plain>
        </div>
      </Dialog>
      <MenuTrigger>
        <Button className="button plain account">
          <span className="initials" aria-hidden>
            {initialsOf(member.name)}
          </span>
          <span className="name">
            <span className="unseen">{account.label}: </span>
            {member.name}
          </span>
          <ChevronDown size={16} aria-hidden />
        </Button>
        <Popover className="popover" placement="top start">
          <Menu
            className="menu"
            aria-label={account.label}
            onAction={(key) => (key === 'leave' ? leave() : key === 'keyboard' && onKeyboard())}
          >
            <MenuSection selectionMode="single" disallowEmptySelection selectedKeys={[theme]} onSelectionChange={look}>
              <Header>{account.theme}</Header>
              {themes.map((each) => (
                <Ticked key={each} id={each} label={account.themes[each]} />
              ))}
            </MenuSection>
            <Separator />
            <MenuSection
              selectionMode="single"
              disallowEmptySelection
              selectedKeys={[language]}
              onSelectionChange={speak}
            >
              <Header>{account.language}</Header>
              {languages.map((each) => (
                <Ticked key={each} id={each} label={account.languages[each]} />
              ))}
            </MenuSection>
            <Separator />
            <MenuItem id="keyboard" textValue={words.keyboard.title}>
              <Keyboard size={16} aria-hidden />
              <span>{words.keyboard.title}</span>
            </MenuItem>
            <MenuItem id="leave" textValue={account.signOut}>
              <LogOut size={16} aria-hidden />
              <span>{account.signOut}</span>
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
    </>
  )
}

const Ticked = ({ id, label }: { id: string; label: string }) => (
  <MenuItem id={id} textValue={label}>
    {({ isSelected }) => (
      <>
        <span>{label}</span>
        {isSelected && <Check className="tick" size={16} aria-hidden />}
      </>
    )}
  </MenuItem>
)
