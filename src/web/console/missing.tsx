import { Link } from '@tanstack/react-router'
import { Compass, Construction } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Blank } from '../ui/states.tsx'
import { words } from '../words/words.ts'

export const Missing = () => (
  <Blank
    icon={Compass}
    title={words.missing.title}
    action={
      <Link to="/" className="button">
        {words.missing.action}
      </Link>
    }
  >
    {words.missing.text}
  </Blank>
)

export const Crashed = () => (
  <Blank
    icon={Construction}
    title={words.crashed.title}
    action={<Button onClick={() => location.reload()}>{words.crashed.action}</Button>}
  >
    {words.crashed.text}
  </Blank>
)
