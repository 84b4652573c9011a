import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { t } from '../i18n/locale.ts'
import { useSession } from '../session.ts'
import { isTextInput } from '../ui/text-input.ts'
import { availableCommands, navigationItems } from './navigation.ts'

/** In ms, between the two keys of a sequence. */
const sequenceTimeoutMs = 1500

/** Ctrl+K opens the palette, `?` the help. G or N and a letter open a page, except in text inputs and dialogs. */
export function useKeyboardShortcuts(open: (what: 'palette' | 'help') => void) {
  const { permissions } = useSession()
  const navigate = useNavigate()
  const pressed = useEffectEvent((event: KeyboardEvent, first: 'g' | 'n' | undefined) => {
    const key = event.key.toLowerCase()
    if (key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault()
      open('palette')
      return
    }
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTextInput(event.target) ||
      document.querySelector('.backdrop')
    )
      return
    if (event.key === '?') {
      event.preventDefault()
      open('help')
      return
    }
    const { navigation, commands } = t.shortcuts
    const ways = {
      g: navigationItems.filter(({ name, needs }) => navigation[name] === key && permissions.includes(needs)),
      n: availableCommands(permissions).filter(({ name }) => commands[name] === key),
    }
    const way = first && ways[first][0]
    if (way) {
      event.preventDefault()
      if ('to' in way) navigate({ to: way.to })
      else way.run()
      return
    }
    return key === 'g' || key === 'n' ? key : undefined
  })
  useEffect(() => {
    let first: { key: 'g' | 'n'; at: number } | undefined
    const hear = (event: KeyboardEvent) => {
      const key = pressed(event, first && event.timeStamp - first.at < sequenceTimeoutMs ? first.key : undefined)
      first = key && { key, at: event.timeStamp }
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}
