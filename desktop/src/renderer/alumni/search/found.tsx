export { PeopleActions } from './export-dialog.tsx'
export { Results } from './results.tsx'
export { SelectedPeople } from './selection-bar.tsx'
