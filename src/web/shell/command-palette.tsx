import { useNavigate } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components'
import { type FoundKind, SearchDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { recordPages } from '../routing/record-pages.ts'
import { useSession } from '../session.ts'
import { useNavigationAway } from '../ui/navigation-away.ts'
import { availableCommands, navigationItems } from './navigation.ts'
import { selectTopResults } from './top-results.ts'

interface Choice {
  id: string
  name: string
  icon: LucideIcon
  keys?: string
  go: () => void
}

const pause = 150

/** The typed text, debounced until typing pauses or Enter is pressed. */
function useSettled(typed: string, isMeant: boolean): string {
  const [settled, settle] = useState(typed)
  useEffect(() => {
    if (isMeant) return settle(typed)
    const timer = setTimeout(() => settle(typed), pause)
    return () => clearTimeout(timer)
  }, [typed, isMeant])
  return settled
}

const letters = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Searches data and commands. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { permissions } = useSession()
  const navigate = useNavigate()
  useNavigationAway(onClose)
  const [typed, setTyped] = useState('')
  /** Enter was pressed before results arrived. */
  const [isMeant, mean] = useState(false)
  const type = (text: string) => {
    setTyped(text)
    mean(false)
  }
  const sought = useSettled(typed.trim(), isMeant)
  const { data, problem } = useQuery(SearchDocument, { q: sought })
  const isFound = typed.trim() === '' || (sought === typed.trim() && Boolean(data ?? problem))
  const matches = ({ name }: { name: string }) => letters(name).includes(letters(typed.trim()))
  const may = ({ needs }: { needs: string }) => permissions.includes(needs)

  const found = Object.entries(
    Object.groupBy(selectTopResults(data?.search?.results ?? []), ({ kind }) => kind),
  ).flatMap(([kind, results = []]) => {
    const page = recordPages[kind as FoundKind]
    if (!page) return []
    const choices = results.map(
      ({ id, name }): Choice => ({ id, name, icon: page.icon, go: () => navigate({ to: page.to, params: { id } }) }),
    )
    return [{ id: kind, title: t.found[kind as FoundKind], choices }]
  })
  const pendingAction = availableCommands(permissions)
    .map((command) => ({
      ...{ id: command.name, name: t.commands[command.name], icon: command.icon },
      keys: `N ${t.shortcuts.commands[command.name].toUpperCase()}`,
      go: () => ('to' in command ? navigate({ to: command.to }) : command.run()),
    }))
    .filter(matches)
  const going = navigationItems
    .filter(may)
    .map(({ to, name, icon }) => ({
      ...{ id: to, name: t.navigation[name], icon, keys: `G ${t.shortcuts.navigation[name].toUpperCase()}` },
      go: () => navigate({ to }),
    }))
    .filter(matches)
  const begins = ({ name }: { name: string }) => typed.trim() !== '' && letters(name).startsWith(letters(typed.trim()))
  const isWritten = ({ choices }: { choices: readonly Choice[] }) => choices.some(begins)
  const sections = [
    ...found,
    { id: 'do', title: t.palette.do, choices: pendingAction },
    { id: 'go', title: t.palette.go, choices: going },
  ]
    .filter(({ choices }) => choices.length > 0)
    // Enter prefers an exact match.
    .toSorted((a, b) => Number(isWritten(b)) - Number(isWritten(a)))

  const choose = (chosen: Choice | undefined) => {
    if (!chosen) return
    onClose()
    chosen.go()
  }
  // New results have no selection yet. Enter chooses the first, also before results arrive.
  const chooseFirst = useEffectEvent(() => {
    mean(false)
    choose(sections[0]?.choices[0])
  })
  useEffect(() => {
    if (isMeant && isFound) chooseFirst()
  }, [isMeant, isFound])
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const pointedAt = document.querySelector<HTMLElement>('.palette [role="option"][data-focused]')?.dataset.key
    const isPast = !isFound && found.some(({ choices }) => choices.some(({ id }) => id === pointedAt))
    if (pointedAt !== undefined && !isPast) return
    event.preventDefault()
    event.stopPropagation()
    mean(true)
  }

  return (
    <ModalOverlay className="backdrop" isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className="dialog wide palette">
        <Dialog aria-label={t.palette.title}>
          <Autocomplete inputValue={typed} onInputChange={type}>
            <SearchField className="search-field" autoFocus>
              <Label className="unseen">{t.palette.title}</Label>
              <Search size={16} aria-hidden />
              <Input placeholder={t.palette.hint} onKeyDownCapture={onKeyDownCapture} />
            </SearchField>
            <ListBox
              className="choices"
              aria-label={t.palette.title}
              items={sections}
              selectionMode="none"
              onAction={(key) => choose(sections.flatMap(({ choices }) => choices).find(({ id }) => id === key))}
              renderEmptyState={() => <p className="quiet">{t.palette.none(typed)}</p>}
            >
              {({ id, title, choices }) => (
                <ListBoxSection id={id}>
                  <Header>{title}</Header>
                  <Collection items={choices}>
                    {({ id: choice, name, icon: Icon, keys }) => (
                      <ListBoxItem id={choice} textValue={name}>
                        <Icon size={16} aria-hidden />
                        <span>{name}</span>
                        {keys && (
                          <span className="note" aria-hidden>
                            {keys}
                          </span>
                        )}
                      </ListBoxItem>
                    )}
                  </Collection>
                </ListBoxSection>
              )}
            </ListBox>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
