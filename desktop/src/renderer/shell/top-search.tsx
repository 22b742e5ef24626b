import { Box, Kbd, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { searchBoxMark } from '../ui/form/search-box-focus.ts'
import { useBoxEscape } from '../ui/use-box-escape.ts'
import classes from './top-search.module.css'

/** The search box of every page but the search page, which has a larger one. */
export function TopSearch() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const leave = useBoxEscape(() => setTyped(''))
  if (pathname === '/alumni_search') return null
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void navigate({ to: '/alumni_search', search: { q: typed.trim() || undefined } })
  }
  return (
    <Box
      component="form"
      flex="0 10 320px"
      miw={160}
      visibleFrom="sm"
      role="search"
      aria-label="Alumni"
      onSubmit={onSubmit}
    >
      <TextInput
        type="search"
        aria-label="Search alumni"
        aria-keyshortcuts="/"
        placeholder="Search alumni"
        autoComplete="off"
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        rightSection={
          typed ? undefined : (
            <Kbd size="xs" className={classes.key}>
              /
            </Kbd>
          )
        }
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && leave(event.currentTarget)}
        {...searchBoxMark}
      />
    </Box>
  )
}
