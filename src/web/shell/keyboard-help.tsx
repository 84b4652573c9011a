import { t } from '../i18n/locale.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useNavigationAway } from '../ui/navigation-away.ts'
import { availableCommands, navigationItems } from './navigation.ts'

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { permissions } = useSession()
  useNavigationAway(onClose)
  const may = ({ needs }: { needs: string }) => permissions.includes(needs)
  const { keyboard } = t
  const groups = [
    {
      title: keyboard.everywhere,
      keys: [
        { keys: [keyboard.control, 'K'], name: t.palette.title },
        { keys: ['?'], name: keyboard.title },
        { keys: ['Esc'], name: t.close },
      ],
    },
    {
      title: t.palette.go,
      keys: navigationItems
        .filter(may)
        .map(({ name }) => ({ keys: ['G', t.shortcuts.navigation[name]], name: t.navigation[name] })),
    },
    {
      title: t.palette.do,
      keys: availableCommands(permissions).map(({ name }) => ({
        keys: ['N', t.shortcuts.commands[name]],
        name: t.commands[name],
      })),
    },
  ].filter(({ keys }) => keys.length > 0)
  return (
    <Dialog title={keyboard.title} isOpen isWide onClose={onClose}>
      <div className="keyboard">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(({ keys: pressed, name }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    {pressed.map((key) => (
                      <kbd key={key}>
                        {key.toUpperCase() === 'ESC' ? 'Esc' : key.length === 1 ? key.toUpperCase() : key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="actions">
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </Dialog>
  )
}
