import { Link } from '@tanstack/react-router'
import { said } from '../tasks/tasks.words.ts'
import '../tasks/tasks.css'

/** The ways to look at a project. */
export const ProjectViews = ({ id }: { id: string }) => (
  <nav className="views" aria-label={said.views}>
    <Link to="/projects/$id" params={{ id }} activeOptions={{ exact: true }}>
      {said.board}
    </Link>
    <Link to="/projects/$id/tasks" params={{ id }}>
      {said.list}
    </Link>
    <Link to="/projects/$id/whiteboards" params={{ id }}>
      {said.whiteboards}
    </Link>
  </nav>
)
