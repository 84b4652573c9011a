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

/** Labeled by `t.navigation`, opened by G and `t.shortcuts.navigation`. */
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
  /** Shown in the bottom bar on a phone. */
  isDaily?: true
}

export const navigationItems: readonly NavigationItem[] = [
  { to: '/', name: 'overview', icon: LayoutDashboard, needs: 'sessions', isDaily: true },
  { to: '/clients', name: 'clients', icon: Users, needs: 'clients' },
  { to: '/quotes', name: 'quotes', icon: FileSignature, needs: 'quotes' },
  { to: '/contracts', name: 'contracts', icon: Handshake, needs: 'contracts' },
  { to: '/invoices', name: 'invoices', icon: FileText, needs: 'invoices', isDaily: true },
  { to: '/projects', name: 'projects', icon: FolderKanban, needs: 'projects' },
  { to: '/tasks', name: 'tasks', icon: ListChecks, needs: 'tasks', isDaily: true },
  { to: '/time', name: 'time', icon: Clock, needs: 'timeEntries', isDaily: true },
  { to: '/calendar', name: 'calendar', icon: CalendarDays, needs: 'calendarEvents' },
  { to: '/pages', name: 'pages', icon: BookOpen, needs: 'pageTree' },
  { to: '/files', name: 'files', icon: Files, needs: 'files' },
  { to: '/activity', name: 'activity', icon: Activity, needs: 'events' },
  { to: '/settings', name: 'settings', icon: Settings, needs: 'sessions' },
]

/** The others are behind a menu. */
const maxBottomBarItems = 4

/** The daily items, filled up with others if the reader lacks some. */
export function selectBottomBarItems(own: readonly NavigationItem[]) {
  const { daily = [], other = [] } = Object.groupBy(own, ({ isDaily }) => (isDaily ? 'daily' : 'other'))
  return new Set([...daily, ...other].slice(0, maxBottomBarItems).map(({ to }) => to))
}

/** Labeled by `t.commands`, run by N and `t.shortcuts.commands`. */
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
}

const commands: readonly Command[] = [
  { to: '/clients/new', name: 'newClient', icon: Users, needs: 'createClient' },
  { to: '/clients/import', name: 'importClients', icon: Users, needs: 'importClients' },
  { to: '/invoices/new', name: 'newInvoice', icon: FileText, needs: 'createInvoice' },
  {
    ...{ to: '/invoices/recurring/new', name: 'newRecurringInvoice', icon: Repeat, needs: 'createRecurringInvoice' },
  },
  { to: '/invoices/recurring', name: 'recurringInvoices', icon: Repeat, needs: 'recurringInvoices' },
  { to: '/payments/import', name: 'importPayments', icon: Landmark, needs: 'confirmPayments' },
  { to: '/bills/read', name: 'readBill', icon: FileInput, needs: 'billReadUrl' },
  { to: '/quotes/new', name: 'newQuote', icon: FileSignature, needs: 'createQuote' },
  { to: '/contracts/new', name: 'newContract', icon: Handshake, needs: 'createContract' },
  { to: '/projects/new', name: 'newProject', icon: FolderKanban, needs: 'createProject' },
  { to: '/tasks/new', name: 'newTask', icon: ListChecks, needs: 'createTask' },
  { to: '/calendar/new', name: 'newEvent', icon: CalendarPlus, needs: 'createCalendarEvent' },
  { to: '/calendar/absence', name: 'enterAbsence', icon: UserRoundX, needs: 'createAbsence' },
  { to: '/pages/new', name: 'newPage', icon: BookOpen, needs: 'createPage' },
  {
    ...{ name: 'startTimer', icon: Play, needs: 'startTimer' },
    ...{ run: toggleTimer, isPossible: () => !isTimerRunning() },
  },
  {
    ...{ name: 'stopTimer', icon: Square, needs: 'stopTimer' },
    ...{ run: toggleTimer, isPossible: isTimerRunning },
  },
]

/** The commands that the reader may run and that are possible now. */
export const availableCommands = (permissions: readonly string[]) =>
  commands.filter((each) => permissions.includes(each.needs) && (!('isPossible' in each) || each.isPossible?.()))
