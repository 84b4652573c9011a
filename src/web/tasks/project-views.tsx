import { Link } from '@tanstack/react-router'
import { messages } from './tasks.messages.ts'
import './tasks.css'

export const ProjectViews = ({ id }: { id: string }) => (
  <nav className="views" aria-label={messages.views}>
    <Link to="/projects/$id" params={{ id }} activeOptions={{ exact: true }}>
      {messages.board}
    </Link>
    <Link to="/projects/$id/tasks" params={{ id }}>
      {messages.list}
    </Link>
    <Link to="/projects/$id/whiteboards" params={{ id }}>
      {messages.whiteboards}
    </Link>
  </nav>
)
