from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True)
class Article:
    name: str
    in_stock: int
    sold_per_day: float
    days_to_deliver: int


def to_order(articles: list[Article], today: date, safety_days: int = 3) -> dict[str, date]:
    """Returns the articles to order within a week, each with the last day on which to order it."""
    due = {}
    for article in articles:
        if article.sold_per_day == 0:
            continue
        runs_out = today + timedelta(days=article.in_stock / article.sold_per_day)
        last_day = runs_out - timedelta(days=article.days_to_deliver + safety_days)
        if last_day <= today + timedelta(days=7):
            due[article.name] = last_day
    return due
