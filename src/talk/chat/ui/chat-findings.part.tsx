import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { peopleApi, peopleQuery } from '#core/accounts/ui/blocks/people-query.hook.ts';
import { Face } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import s from './chat.module.css';
import { chatApi, chatPath, chatSearchQuery, useChatRefresh } from './chat-data.hook.ts';
import { chatText } from './chat-text.hook.ts';
import { useChatTimes } from './chat-times.hook.ts';

/** Milliseconds of rest after the last letter. */
const restAfter = 250;

/** People and messages with these words, in place of the list. */
export function ChatFindings({ search, onDone }: { search: string; onDone: () => void }) {
  const say = chatText();
  const api = useApi(chatApi);
  const navigate = useNavigate();
  const refresh = useChatRefresh();
  const { short } = useChatTimes();
  const [words, setWords] = useState(search);
  useEffect(() => {
    const timer = setTimeout(() => setWords(search), restAfter);
    return () => clearTimeout(timer);
  }, [search]);
  const people = useQuery({
    ...peopleQuery(useApi(peopleApi), { purpose: 'chat', search: words }),
    placeholderData: (before) => before,
  }).data;
  const messages = useQuery({ ...chatSearchQuery(api, words), placeholderData: (before) => before }).data;
  const write = async (userId: string) => {
    const { id } = await api.chat.create({ body: { kind: 'direct', people: [userId] } });
    onDone();
    await refresh();
    await navigate(chatPath({ id }));
  };
  if (people === undefined || messages === undefined) return null;
  return (
    <div role="status">
      {people.items.length + messages.items.length === 0 && <p className={s.empty}>{say('search.none')}</p>}
      {people.items.length > 0 && (
        <>
          <h2>{say('people.title')}</h2>
          <ul>
            {people.items.slice(0, 5).map(({ id, name }) => (
              <li key={id}>
                <button type="button" className={s.row} onClick={() => void write(id)}>
                  <Face name={name} size={36} />
                  <bdi className="cut">{name}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {messages.items.length > 0 && (
        <>
          <h2>{say('search.messages')}</h2>
          <ul>
            {messages.items.map(({ message, conversation }) => (
              <li key={message.id}>
                <Link to={chatPath({ id: conversation.id, at: message.number })} className={s.row}>
                  <Face name={message.author.name} size={36} />
                  <span className={s.rowWords}>
                    <bdi className="cut">
                      {say('search.where', { name: message.author.name, conversation: conversation.name })}
                    </bdi>
                    <span className="cut" dir="auto">
                      {message.text}
                    </span>
                  </span>
                  <bdi className={`num ${s.rowEnd}`}>{short(message.at)}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
