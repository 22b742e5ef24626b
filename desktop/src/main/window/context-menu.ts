import { Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron'

/** The right mouse button: corrections of the word under it, and what can be cut, copied and pasted there. */
export function offerContextMenu({ webContents }: BrowserWindow): void {
  webContents.on(
    'context-menu',
    (_event, { misspelledWord, dictionarySuggestions, isEditable, editFlags, selectionText }) => {
      const corrections = dictionarySuggestions.slice(0, 5).map((word): MenuItemConstructorOptions => ({
        label: word,
        click: () => webContents.replaceMisspelling(word),
      }))
      const learn: MenuItemConstructorOptions = {
        label: 'Add to the dictionary',
        click: () => webContents.session.addWordToSpellCheckerDictionary(misspelledWord),
      }
      const spelling: MenuItemConstructorOptions[] = misspelledWord
        ? [...corrections, learn, { type: 'separator' }]
        : []
      const editing: MenuItemConstructorOptions[] = [
        { role: 'cut', enabled: editFlags.canCut, visible: isEditable },
        { role: 'copy', enabled: editFlags.canCopy },
        { role: 'paste', enabled: editFlags.canPaste, visible: isEditable },
        { role: 'selectAll', enabled: editFlags.canSelectAll, visible: isEditable },
      ]
      if (isEditable || selectionText) Menu.buildFromTemplate([...spelling, ...editing]).popup()
    },
  )
}
