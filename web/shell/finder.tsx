/** The finder (Cmd-K): pages, games, agents and things to haggle over, by a few letters. */
import { useNavigate } from '@tanstack/react-router';
import { use } from 'react';
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
import { scriptNames } from '../../src/agents/script.ts';
import { worded } from '../agents/worded.ts';
import { boardDomains } from '../boards/index.ts';
import { pages } from '../pages.ts';
import { useWords } from '../words/index.ts';
import style from './finder.module.css';
import { lazily } from './lazily.ts';

interface Found {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

const core = lazily(() => import('../../src/core/index.ts'));

export default function Finder({ onClose }: { readonly onClose: () => void }) {
  const words = useWords();
  const navigate = useNavigate();
  const { listings, tasks } = use(core());
  const playable = tasks().filter(({ domain, deals }) => deals === 1 && boardDomains.includes(domain.name));
  const groups: { title: string; found: readonly Found[] }[] = [
    {
      title: words.find.pages,
      found: pages
        .filter(({ path }) => !path.includes('$'))
        .map(({ path, name }) => ({ id: `page:${path}`, name: words.nav[name], about: path, to: path })),
    },
    {
      title: words.find.tasks,
      found: playable.map(({ name, about }) => ({
        id: `task:${name}`,
        name,
        about,
        to: '/table',
        search: { task: name },
      })),
    },
    {
      title: words.find.agents,
      found: scriptNames('price').map(({ registry, entry: { name, strategy } }) => ({
        id: `agent:${registry}:${name}`,
        name: `${registry}:${name}`,
        about: strategy.about,
        to: '/table',
        search: { buyer: worded(`${registry}:${name}`) },
      })),
    },
    {
      title: words.find.listings,
      found: listings.map(({ id, title, category }) => ({
        id: `listing:${id}`,
        name: title,
        about: category,
        to: '/table',
        search: { listing: id },
      })),
    },
  ];
  const all = groups.flatMap(({ found }) => found);
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className={style.veil}>
      <Modal className={style.modal}>
        <Dialog aria-label={words.find.title} className={style.dialog}>
          <Autocomplete
            filter={(text, typed) =>
              typed
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
                if (one) void navigate({ to: one.to, search: (one.search ?? {}) as never });
              }}
            >
              {groups.map(({ title, found }) => (
                <MenuSection key={title} id={title}>
                  <Header className={style.group}>{title}</Header>
                  {found.map(({ id, name, about }) => (
                    <MenuItem key={id} id={id} textValue={`${name} ${about}`} className={style.item ?? ''}>
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
