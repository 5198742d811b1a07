import pg from 'pg';

/** Asks a server over a connection of its own, which is replaced when it fails or does not answer in time. */
export function createPulse(connectionString: string, patience: number) {
  let client: pg.Client | null = null;

  const drop = () => {
    if (client) cutClient(client);
    client = null;
  };

  return {
    /** Resolves when the server answers, also when it answers that it is still starting. */
    async ask(): Promise<void> {
      try {
        client ??= await connect(connectionString, patience);
        await client.query('select 1');
      } catch (error) {
        drop();
        if (!(error instanceof pg.DatabaseError)) throw error;
      }
    },
    stop: drop,
  };
}

/** Resolves when the server takes a new connection, or says why it takes none. */
export async function tryNewConnection(connectionString: string, patience: number): Promise<void> {
  try {
    const client = await connect(connectionString, patience);
    await client.end();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
  }
}

async function connect(connectionString: string, patience: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'clickledger pulse',
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    cutClient(client);
    throw error;
  }
}

/** Closes a connection at once, without waiting for the server. */
export function cutClient(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}
