const words = (text: string) => text.trim().split(/\s+/)

/** The surnames that a search for a common name meets again and again; the most frequent first. */
export const commonLastNames = words(`
  Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee
  Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson
  Baker Hall Rivera Campbell Mitchell Carter Roberts O'Brien O'Connor O'Neil O'Sullivan McCarthy MacDonald D'Angelo Kim Park Choi Cohen Levy Goldberg`)

export const commonFirstNames = {
  female: words(
    'Mary Elizabeth Jennifer Linda Barbara Margaret Patricia Susan Jessica Sarah Karen Emily Anna Katherine Rebecca Laura Emma Hannah Rachel Deborah Siobhán Zoë Renée Chloë',
  ),
  male: words(
    'James John Robert Michael William David Richard Joseph Thomas Christopher Daniel Matthew Andrew Joshua Anthony Edward Benjamin Samuel Alexander Jonathan Seán André Noël',
  ),
}

export const nicknames: Record<string, string> = {
  Alexander: 'Alex',
  Andrew: 'Drew',
  Anthony: 'Tony',
  Barbara: 'Barb',
  Benjamin: 'Ben',
  Christopher: 'Chris',
  Daniel: 'Dan',
  David: 'Dave',
  Deborah: 'Debbie',
  Edward: 'Ted',
  Elizabeth: 'Betsy',
  Emily: 'Em',
  James: 'Jim',
  Jennifer: 'Jen',
  Jessica: 'Jess',
  John: 'Jack',
  Jonathan: 'Jon',
  Joseph: 'Joe',
  Joshua: 'Josh',
  Katherine: 'Kate',
  Margaret: 'Peggy',
  Matthew: 'Matt',
  Michael: 'Mike',
  Patricia: 'Pat',
  Rebecca: 'Becky',
  Richard: 'Dick',
  Robert: 'Bob',
  Samuel: 'Sam',
  Susan: 'Sue',
  Thomas: 'Tom',
  William: 'Bill',
}
