import { Check, Keyboard, LogOut } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Header, MenuItem, MenuSection, type Selection, Separator } from 'react-aria-components'
import { ChooseLanguageDocument } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { type Language, language, t } from '../i18n/locale.ts'
import { currentTheme, saveLanguage, saveTheme, type Theme } from '../preferences.ts'
import { useSession } from '../session.ts'
import { AnchoredMenu, focusOnMount } from '../ui/anchored-menu.tsx'
import { confirmDiscard } from '../ui/unsaved-changes.ts'

const [themes, languages]: [Theme[], Language[]] = [
  ['system', 'light', 'dark'],
  ['de', 'en'],
]

const onlyOne = (selection: Selection) => (selection === 'all' ? undefined : [...selection][0])

interface AccountMenuProps {
  button: RefObject<HTMLElement | null>
  onKeyboard: () => void
  onLeave: () => void
  onRefused: (message: string) => void
  onClose: () => void
}

/** The reader's theme, language, shortcuts and sign-out. */
export function AccountMenu({ button, onKeyboard, onLeave, onRefused, onClose }: AccountMenuProps) {
  const { member } = useSession()
  const [theme, setTheme] = useState(currentTheme)
  const [setLanguage] = useMutation(ChooseLanguageDocument)
  const chooseTheme = (selection: Selection) => {
    const chosen = onlyOne(selection) as Theme | undefined
    if (!chosen) return
    saveTheme(chosen)
    setTheme(chosen)
  }
  const chooseLanguage = async (selection: Selection) => {
    const chosen = onlyOne(selection) as Language | undefined
    if (!chosen || chosen === language || !(await confirmDiscard())) return
    const { problem } = await setLanguage({ id: member.id, language: chosen })
    if (problem) return onRefused(problem.message)
    saveLanguage(chosen)
    location.reload()
  }
  const { account } = t
  return (
    <AnchoredMenu
      label={account.label}
      placement="top start"
      onAction={(key) => (key === 'leave' ? onLeave() : key === 'keyboard' && onKeyboard())}
      {...{ button, onClose }}
    >
      <MenuSection selectionMode="single" disallowEmptySelection selectedKeys={[theme]} onSelectionChange={chooseTheme}>
        <Header>{account.theme}</Header>
        {themes.map((each) => (
          <Ticked key={each} id={each} label={account.themes[each]} isFirst={each === themes[0]} />
        ))}
      </MenuSection>
      <Separator />
      <MenuSection
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[language]}
        onSelectionChange={chooseLanguage}
      >
        <Header>{account.language}</Header>
        {languages.map((each) => (
          <Ticked key={each} id={each} label={account.languages[each]} />
        ))}
      </MenuSection>
      <Separator />
      <MenuItem id="keyboard" textValue={t.keyboard.title}>
        <Keyboard size={16} aria-hidden />
        <span>{t.keyboard.title}</span>
      </MenuItem>
      <MenuItem id="leave" textValue={account.signOut}>
        <LogOut size={16} aria-hidden />
        <span>{account.signOut}</span>
      </MenuItem>
    </AnchoredMenu>
  )
}

const Ticked = ({ id, label, isFirst = false }: { id: string; label: string; isFirst?: boolean }) => (
  <MenuItem id={id} textValue={label} ref={isFirst ? focusOnMount : null}>
    {({ isSelected }) => (
      <>
        <span>{label}</span>
        {isSelected && <Check className="tick" size={16} aria-hidden />}
      </>
    )}
  </MenuItem>
)
