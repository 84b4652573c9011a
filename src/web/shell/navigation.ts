import {
  Activity,
  BookOpen,
  CalendarDays,
  CalendarPlus,
  Clock,
  FileInput,
  FileSignature,
  Files,
  FileText,
  FolderKanban,
  Handshake,
  Landmark,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Play,
  Repeat,
  Settings,
  Square,
  UserRoundX,
  Users,
} from 'lucide-react'
import type { Messages } from '../i18n/locale.ts'
import { isTimerRunning, toggleTimer } from '../time/timer-control.ts'

/** Labeled by `t.navigation`. */
interface NavigationItem {
  to:
    | '/'
    | '/clients'
    | '/quotes'
    | '/contracts'
    | '/invoices'
    | '/projects'
    | '/tasks'
    | '/time'
    | '/activity'
    | '/calendar'
    | '/pages'
    | '/files'
    | '/settings'
  name: Exclude<keyof Messages['navigation'], 'label' | 'more'>
  icon: LucideIcon
  /** The query that the reader needs permission for. */
  needs: string
  /** The key after G. */
  key: string
  /** Shown in the bottom bar on a phone. */
  isDaily?: true
}

export const navigationItems: readonly NavigationItem[] = [
  { to: '/', name: 'overview', icon: LayoutDashboard, needs: 'sessions', key: 'o', isDaily: true },
  { to: '/clients', name: 'clients', icon: Users, needs: 'clients', key: 'c' },
  { to: '/quotes', name: 'quotes', icon: FileSignature, needs: 'quotes', key: 'q' },
  { to: '/contracts', name: 'contracts', icon: Handshake, needs: 'contracts', key: 'v' },
  { to: '/invoices', name: 'invoices', icon: FileText, needs: 'invoices', key: 'i', isDaily: true },
  { to: '/projects', name: 'projects', icon: FolderKanban, needs: 'projects', key: 'p' },
  { to: '/tasks', name: 'tasks', icon: ListChecks, needs: 'tasks', key: 't', isDaily: true },
  { to: '/time', name: 'time', icon: Clock, needs: 'timeEntries', key: 'z', isDaily: true },
  { to: '/calendar', name: 'calendar', icon: CalendarDays, needs: 'calendarEvents', key: 'k' },
  { to: '/pages', name: 'pages', icon: BookOpen, needs: 'pageTree', key: 'w' },
  { to: '/files', name: 'files', icon: Files, needs: 'files', key: 'f' },
  { to: '/activity', name: 'activity', icon: Activity, needs: 'events', key: 'a' },
  { to: '/settings', name: 'settings', icon: Settings, needs: 'sessions', key: 's' },
]

/** The others are behind a menu. */
const maxBottomBarItems = 4

/** The daily items, filled up with others if the reader lacks some. */
export function selectBottomBarItems(own: readonly NavigationItem[]) {
  const { daily = [], other = [] } = Object.groupBy(own, ({ isDaily }) => (isDaily ? 'daily' : 'other'))
  return new Set([...daily, ...other].slice(0, maxBottomBarItems).map(({ to }) => to))
}

/** Labeled by `t.commands`. */
type Command = CommandBase & (LinkCommand | ActionCommand)

interface LinkCommand {
  to:
    | '/payments/import'
    | '/bills/read'
    | '/clients/new'
    | '/clients/import'
    | '/invoices/new'
    | '/invoices/recurring'
    | '/invoices/recurring/new'
    | '/quotes/new'
    | '/contracts/new'
    | '/projects/new'
    | '/tasks/new'
    | '/calendar/new'
    | '/calendar/absence'
    | '/pages/new'
}

interface ActionCommand {
  run: () => void
  /** Whether it is possible now; always, if omitted. */
  isPossible?: () => boolean
}

interface CommandBase {
  name: keyof Messages['commands']
  icon: LucideIcon
  needs: string
  /** The key after N. */
  key: string
}

const commands: readonly Command[] = [
  { to: '/clients/new', name: 'newClient', icon: Users, needs: 'createClient', key: 'c' },
  { to: '/clients/import', name: 'importClients', icon: Users, needs: 'importClients', key: 'k' },
  { to: '/invoices/new', name: 'newInvoice', icon: FileText, needs: 'createInvoice', key: 'i' },
  {
    ...{ to: '/invoices/recurring/new', name: 'newRecurringInvoice', icon: Repeat, needs: 'createRecurringInvoice' },
    key: 'd',
  },
  { to: '/invoices/recurring', name: 'recurringInvoices', icon: Repeat, needs: 'recurringInvoices', key: 'l' },
  { to: '/payments/import', name: 'importPayments', icon: Landmark, needs: 'confirmPayments', key: 'b' },
  { to: '/bills/read', name: 'readBill', icon: FileInput, needs: 'billReadUrl', key: 'r' },
  { to: '/quotes/new', name: 'newQuote', icon: FileSignature, needs: 'createQuote', key: 'q' },
  { to: '/contracts/new', name: 'newContract', icon: Handshake, needs: 'createContract', key: 'v' },
  { to: '/projects/new', name: 'newProject', icon: FolderKanban, needs: 'createProject', key: 'p' },
  { to: '/tasks/new', name: 'newTask', icon: ListChecks, needs: 'createTask', key: 't' },
  { to: '/calendar/new', name: 'newEvent', icon: CalendarPlus, needs: 'createCalendarEvent', key: 'e' },
  { to: '/calendar/absence', name: 'enterAbsence', icon: UserRoundX, needs: 'createAbsence', key: 'a' },
  { to: '/pages/new', name: 'newPage', icon: BookOpen, needs: 'createPage', key: 'w' },
  {
    ...{ name: 'startTimer', icon: Play, needs: 'startTimer', key: 's' },
    ...{ run: toggleTimer, isPossible: () => !isTimerRunning() },
  },
  {
    ...{ name: 'stopTimer', icon: Square, needs: 'stopTimer', key: 's' },
    ...{ run: toggleTimer, isPossible: isTimerRunning },
  },
]

/** The commands that the reader may run and that are possible now. */
export const availableCommands = (permissions: readonly string[]) =>
  commands.filter((each) => permissions.includes(each.needs) && (!('isPossible' in each) || each.isPossible?.()))
