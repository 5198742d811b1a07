import type pg from 'pg';

/** Whether a click is that of a test of an offer of the project. */
export const createTestClicks =
  (pool: pg.Pool) =>
  async (project: number, clickId: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `select from postback_tests test join offers offer on offer.id = test.offer_id
       where test.click_id = $2 and offer.project_id = $1`,
      [project, clickId],
    );
    return (rowCount ?? 0) > 0;
  };
