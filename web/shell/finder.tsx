/** The finder (Cmd-K): pages, games, agents and things to haggle over, by a few letters. What can be found is loaded when it opens. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  Text,
} from 'react-aria-components';
import { useWords } from '../words/index.ts';
import style from './finder.module.css';
import {
  type Found,
  foundAgents,
  foundGames,
  foundListings,
  foundPages,
  foundTasks,
  foundThemes,
  gameFound,
  gameNamed,
} from './found.ts';

export default function Finder({ onClose }: { readonly onClose: () => void }) {
  const words = useWords();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { data: games = [] } = useQuery({ queryKey: ['found', words.nav.find], queryFn: () => foundGames(words) });
  const known = useMemo(
    () => ({
      pages: foundPages(words),
      themes: foundThemes(words),
      tasks: foundTasks(words),
      agents: foundAgents(words),
      listings: foundListings(words),
    }),
    [words],
  );
  const named = gameNamed(typed);
  const groups: { title: string; found: readonly Found[] }[] = [
    { title: words.find.pages, found: known.pages },
    {
      title: words.find.games,
      found:
        named === undefined || games.some(({ id }) => id === `game:${named}`)
          ? games
          : [gameFound(named, words.find.open, named), ...games],
    },
    { title: words.find.tasks, found: known.tasks },
    { title: words.find.agents, found: known.agents },
    { title: words.find.listings, found: known.listings },
    { title: words.nav.theme, found: known.themes },
  ].filter(({ found }) => found.length > 0);
  const all = groups.flatMap(({ found }) => found);
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className={style.veil}>
      <Modal className={style.modal}>
        <Dialog aria-label={words.find.title} className={style.dialog}>
          <Autocomplete
            inputValue={typed}
            onInputChange={setTyped}
            filter={(text, wanted) =>
              (gameNamed(wanted) ?? wanted)
                .toLowerCase()
                .split(/\s+/)
                .every((part) => text.toLowerCase().includes(part))
            }
          >
            <SearchField aria-label={words.find.title} autoFocus>
              <Input className={style.input} placeholder={words.find.placeholder} />
            </SearchField>
            <Menu
              className={style.list}
              aria-label={words.find.title}
              renderEmptyState={() => <p className="muted">{words.find.none}</p>}
              onAction={(id) => {
                const one = all.find((found) => found.id === id);
                onClose();
                one?.act?.();
                if (one?.to !== undefined) void navigate({ to: one.to, search: (one.search ?? {}) as never });
              }}
            >
              {groups.map(({ title, found }) => (
                <MenuSection key={title} id={title}>
                  <Header className={style.group}>{title}</Header>
                  {found.map(({ id, name, about }) => (
                    <MenuItem key={id} id={id} textValue={`${name} ${about} ${id}`} className={style.item ?? ''}>
                      <Text slot="label">{name}</Text>
                      <Text slot="description" className={style.about ?? ''}>
                        {about}
                      </Text>
                    </MenuItem>
                  ))}
                </MenuSection>
              ))}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
