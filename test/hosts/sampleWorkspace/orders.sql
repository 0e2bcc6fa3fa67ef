-- The customers who spent most in the last year.
SELECT customers.name,
       COUNT(DISTINCT orders.id)              AS orders,
       SUM(lines.price * lines.quantity) / 100 AS dollars
  FROM customers
  JOIN orders ON orders.customer_id = customers.id
  LEFT JOIN lines ON lines.order_id = orders.id
 WHERE orders.placed_at >= CURRENT_DATE - INTERVAL '1 year'
 GROUP BY customers.name
 ORDER BY dollars DESC
 LIMIT 10;
