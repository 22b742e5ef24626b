import { Modal } from '@mantine/core'
import classes from './form.module.css'

const examples = [
  ['## What to bring', 'A heading within the text'],
  ['Bring **shoes** and *patience*.', 'Bold, and italic'],
  ['[See the map](https://example.edu/map)', 'Words that are a link'],
  ['- Soup\n- Bread', 'A list: one line each'],
  ['1. Come\n2. Stay', 'A numbered list'],
  ['> “It was the best winter.”', 'Somebody’s words, set apart'],
  ['![Rowers at dawn](/photos/…)', 'A photo: the picture button uploads it and writes this'],
] as const

/** What can be written, with examples. */
export function MarkdownHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="How to write" size="lg" centered>
      <p className="muted">An empty line begins a new paragraph. For the rest, a few signs do:</p>
      <table className={classes.examples}>
        <thead>
          <tr>
            <th scope="col">You write</th>
            <th scope="col">It becomes</th>
          </tr>
        </thead>
        <tbody>
          {examples.map(([written, becomes]) => (
            <tr key={written}>
              <td>
                <code>{written}</code>
              </td>
              <td>{becomes}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">HTML is not needed, and most of it is left out.</p>
    </Modal>
  )
}
